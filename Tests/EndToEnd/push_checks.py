"""Subscriptions that need no push service, and messages that are delivered and tapped without one."""

# A subscription like a browser's, with valid keys. Its address is public and belongs to nobody: servers refuse private
# ones, and nothing is sent to it here.
SUBSCRIBE = """() => {
  const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=+$/, '');
  let made = null;
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async function (options) {
    globalThis.subscribed = { visible: options.userVisibleOnly, key: text(options.applicationServerKey) };
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const keys = { p256dh: text(await crypto.subtle.exportKey('raw', pair.publicKey)),
      auth: text(crypto.getRandomValues(new Uint8Array(16))) };
    made = { endpoint: 'https://[2a00:1::1]/send/abc', options,
      toJSON: () => ({ endpoint: 'https://[2a00:1::1]/send/abc', expirationTime: null, keys }),
      unsubscribe: async () => { made = null; return true; } };
    return made;
  };
}"""
TAP = """async last => {
  let shown;
  for (let turn = 0; shown === undefined && turn < 100; turn += 1) {
    shown = (await registration.getNotifications()).at(last ? -1 : 0);
    if (shown === undefined) await new Promise(resolve => setTimeout(resolve, 50));
  }
  dispatchEvent(new NotificationEvent('notificationclick', { notification: shown }));
}"""


def deliver(visit, text):
    """Delivers a message to the service worker, as the browser does."""
    page = visit.page
    devtools = visit.context.new_cdp_session(page)
    registrations = []
    devtools.on("ServiceWorker.workerRegistrationUpdated",
                lambda event: registrations.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    for _ in range(50):
        if registrations:
            break
        page.wait_for_timeout(100)
    devtools.send("ServiceWorker.deliverPushMessage", {
        "origin": visit.origin, "registrationId": registrations[-1]["registrationId"], "data": text})


def tap(visit, *, last=False):
    """Taps the shown notification: the first, or the last of several."""
    visit.context.service_workers[0].evaluate(TAP, last)
