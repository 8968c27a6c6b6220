// The channels of messages: this device, ntfy, a mailbox, another program.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
import { whileDisabled } from "../working.js";
/** @import { PushOffer } from "./push.js" */
import { Interception, Refusal } from "../ask.js";
import { h, icon, setText } from "../render.js";
import { redraw } from "../typed.js";
import { leaveForWorker, ownChannel, presentSubscription, pushObstacle, rememberOwnChannel, subscribe } from "./push.js";

/** @typedef {"web-push"|"ntfy"|"webhook"|"email"} ChannelKind */
/** @typedef {{id: string, kind: ChannelKind, name: string, state: "ready"|"unconfirmed",
 *   created: string, secret?: string}} Channel */

/** @type {Record<ChannelKind, string>} */
const IMAGES = {
  "web-push": "bell-outline", ntfy: "open-in-new", webhook: "link-variant", email: "email-outline",
};
/** The fields of each kind that is entered, in the order of the choices.
 * @type {Record<Exclude<ChannelKind, "web-push">, {name: string, label: MessageKey, type: string, value: string}[]>} */
const FIELDS = {
  ntfy: [
    { name: "server", label: "channel.server", type: "url", value: "https://ntfy.sh" },
    { name: "topic", label: "channel.topic", type: "text", value: "" },
  ],
  email: [{ name: "address", label: "channel.address", type: "email", value: "" }],
  webhook: [{ name: "url", label: "channel.url", type: "url", value: "https://" }],
};

export class ChannelList {
  /** @param {Context} context
   * @param {{say: (text: string) => void, onAdded: () => Promise<void>}} options `onAdded` is called when there
   *   is another channel that messages can go to */
  constructor(context, options) {
    this.context = context;
    this.options = options;
    /** @type {Channel[]} */
    this.channels = [];
    /** @type {PushOffer|null} */
    this.offer = null;
    /** The secret of a webhook that was just added, shown until the screen is opened again.
     * @private @type {Channel|null} */
    this.added = null;
    /** Whether this device is one of them. @private */
    this.isHere = false;
    /** The kind that is being entered. @private @type {Exclude<ChannelKind, "web-push">|null} */
    this.adding = null;
    this.element = h("div", { class: "channels" });
  }

  /** @param {PushOffer} offer */
  async open(offer) {
    this.offer = offer;
    this.added = null;
    await this.refresh();
  }

  /** @private
   * @param {string} method
   * @param {string} [path]
   * @param {unknown} [body] */
  ask(method, path = "", body) {
    return this.context.saved.rider.request(method, `/rider/channels${path}`, body);
  }

  async refresh() {
    const { rider } = this.context.saved;
    this.channels = rider.token === null ? [] : await this.ask("GET");
    const own = ownChannel();
    this.isHere = await presentSubscription() !== null && this.channels.some(({ id }) => id === own);
    this.draw();
  }

  /** The problem in a sentence.
   * @private
   * @param {unknown} error */
  problem(error) {
    const { speaker } = this.context;
    if (error instanceof Interception) return speaker.say("signIn.notice");
    if (!(error instanceof Refusal)) return speaker.say("problem.offline");
    if (error.status === 429) return speaker.say("channel.tooOften");
    if (error.kind === "too-many") return speaker.say("saved.tooMany");
    if (error.kind === "busy") return speaker.say("test.failed");
    return error.status === 422 ? this.withDetail(speaker.say("channel.refused"), error.problem.detail) : speaker.say("failed");
  }

  /** A sentence with what the server has to say beyond it, for those who read its language.
   * @private
   * @param {string} sentence
   * @param {string} [detail] in English */
  withDetail(sentence, detail = "") {
    return this.context.speaker.language === "en" ? `${sentence} ${detail}`.trim() : sentence;
  }

  /** @private
   * @param {Record<string, unknown>} wanted
   * @returns {Promise<Channel>} */
  async add(wanted) {
    const { saved, speaker, sync } = this.context;
    if (await saved.rider.begin(speaker.language)) await sync.push().catch(() => {});
    const channel = /** @type {Channel} */ (await this.ask("POST", "", wanted));
    this.adding = null;
    if (channel.secret !== undefined) this.added = channel;
    if (channel.kind === "web-push") {
      const { token } = this.context.saved.rider;
      rememberOwnChannel(channel.id);
      if (token !== null) leaveForWorker({ id: channel.id, token }).catch(() => {});
    }
    await this.refresh();
    if (channel.state === "ready") await this.options.onAdded();
    return channel;
  }

  /** Adds push messages to this device.
   * @private */
  async addHere() {
    const { speaker } = this.context;
    const key = this.offer?.applicationServerKey ?? "";
    try {
      const subscription = await subscribe(key);
      if (subscription === null) return this.options.say(speaker.say("push.denied"));
      await this.add({ kind: "web-push", ...subscription.toJSON() });
      this.options.say(speaker.say("channel.added"));
    } catch (error) {
      // The browser's own error has no sentence for riders.
      this.options.say(error instanceof DOMException ? speaker.say("push.failed") : this.problem(error));
    }
    this.draw();
  }

  draw() {
    const { offer } = this;
    if (offer !== null) redraw(this.element, () => this.drawChannels(offer));
  }

  /** @private
   * @param {PushOffer} offer */
  drawChannels(offer) {
    const { speaker } = this.context;
    const kinds = /** @type {ChannelKind[]} */ (offer.kinds);
    const others = /** @type {Exclude<ChannelKind, "web-push">[]} */ (
      Object.keys(FIELDS)).filter((kind) => kinds.includes(kind));
    this.element.replaceChildren(
      ...this.channels.map((channel) => this.row(channel)),
      ...(kinds.includes("web-push") && !this.isHere ? [this.here()] : []),
      ...(others.length === 0 ? [] : [h("div", { class: "channel-others" },
        h("p", { class: "hint" }, speaker.say("channel.others")),
        h("div", { class: "saved-actions" }, ...others.map((kind) =>
          h("button", { type: "button", class: "button", "aria-expanded": String(this.adding === kind),
            onclick: () => this.begin(this.adding === kind ? null : kind) },
          icon("plus"), speaker.say(`channel.${kind}`)))),
        this.adding === null ? null : this.typed(this.adding))]),
    );
  }

  /** @private
   * @param {Exclude<ChannelKind, "web-push">|null} kind */
  begin(kind) {
    this.adding = kind;
    this.draw();
    const field = this.element.querySelector("form input");
    if (field instanceof HTMLElement) field.focus();
  }

  /** @private */
  here() {
    const { speaker } = this.context;
    const obstacle = pushObstacle();
    if (obstacle !== "") return h("p", { class: "banner" }, icon("bell-off-outline"), speaker.say(`push.${obstacle}`));
    return h("div", { class: "channel-here" },
      h("button", { type: "button", class: "button primary", onclick: () => this.addHere() },
        icon("bell-outline"), speaker.say("push.here")),
      h("p", { class: "hint" }, speaker.say("push.hereHow")));
  }

  /** The form for an entered kind.
   * @private
   * @param {Exclude<ChannelKind, "web-push">} kind */
  typed(kind) {
    const { speaker } = this.context;
    const inputs = FIELDS[kind].map(({ name, label, type, value }) => {
      const input = h("input", { id: `channel-${name}`, name, type, required: true, autocomplete: type === "email" ? "email" : "off" });
      input.value = value;
      return { input, element: h("div", { class: "saved-field" },
        h("label", { for: `channel-${name}` }, speaker.say(label)), input) };
    });
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const submit = h("button", { type: "submit", class: "button primary" }, speaker.say("saved.add"));
    const form = h("form", { class: "channel-form" }, h("p", { class: "hint" }, speaker.say(`channel.${kind}How`)),
      ...inputs.map(({ element }) => element), problem,
      h("div", { class: "saved-actions" }, submit,
        h("button", { type: "button", class: "button", onclick: () => this.begin(null) }, speaker.say("save.cancel"))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      whileDisabled(submit, async () => {
        const wanted = Object.fromEntries(inputs.map(({ input }) => [input.name, input.value.trim()]));
        const channel = await this.add({ kind, ...wanted });
        this.options.say(speaker.say(channel.state === "ready" ? "channel.added" : "channel.codeSent"));
      }).catch((error) => {
        setText(problem, this.problem(error));
        problem.hidden = false;
      });
    });
    return form;
  }

  /** @private
   * @param {Channel} channel */
  row(channel) {
    const { speaker } = this.context;
    const isOwn = channel.id === ownChannel();
    const name = speaker.say(isOwn ? "push.this" : `channel.${channel.kind}`);
    const isReady = channel.state === "ready";
    const said = h("p", { class: "hint channel-said", role: "status" });
    const act = (/** @type {HTMLButtonElement} */ button, /** @type {() => Promise<void>} */ action) =>
      whileDisabled(button, action).catch(async (error) => {
        if (!(error instanceof Refusal) || error.status !== 404) return setText(said, this.problem(error));
        // Another window has removed it.
        await this.refresh().catch(() => {});
        this.options.say(speaker.say("channel.removed"));
      });
    const test = h("button", { type: "button", class: "button", onclick: () => act(test, async () => {
      setText(said, speaker.say("loading"));
      const { result, detail } = await this.ask("POST", `/${channel.id}/test`);
      const known = ["delivered", "wait", "failed", "refused", "gone"].includes(result) ? result : "failed";
      const sentence = speaker.say(/** @type {MessageKey} */ (`test.${known}`));
      if (known === "gone") await this.refresh();
      if (known === "gone") return this.options.say(sentence);
      setText(said, known === "refused" || known === "failed" ? this.withDetail(sentence, detail) : sentence);
    }) }, speaker.say("channel.test"));
    const remove = h("button", { type: "button", class: "round",
      "aria-label": speaker.say("channel.remove", { name: `${name} ${channel.name}` }),
      onclick: () => act(remove, async () => {
        await this.ask("DELETE", `/${channel.id}`);
        if (isOwn) await (await presentSubscription())?.unsubscribe();
        if (isOwn) rememberOwnChannel(null);
        await this.refresh();
        this.options.say(speaker.say("channel.removed"));
      }) }, icon("delete-outline"));
    return h("div", { class: "channel" },
      h("div", { class: "channel-line" }, icon(IMAGES[channel.kind]),
        h("div", { class: "row-text" }, h("span", { class: "row-title" }, name),
          // The browser's push service means nothing to riders.
          isOwn ? null : h("span", { class: "row-next" }, channel.name)),
        isReady ? test : null, remove),
      isReady ? null : this.code(channel, said),
      this.added?.id !== channel.id ? null
        : h("p", { class: "banner channel-secret" }, speaker.say("channel.secret", { secret: this.added.secret ?? "" })), said);
  }

  /** The field for the code that was sent to a mailbox.
   * @private
   * @param {Channel} channel
   * @param {HTMLElement} said */
  code(channel, said) {
    const { speaker } = this.context;
    const id = `code-${channel.id}`;
    const input = h("input", { id, type: "text", required: true, autocomplete: "one-time-code", autocapitalize: "characters" });
    const form = h("form", { class: "saved-field" }, h("label", { for: id }, speaker.say("channel.code")), input,
      h("button", { type: "submit", class: "button" }, speaker.say("channel.confirm")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await this.ask("POST", `/${channel.id}/confirm`, { code: input.value.trim() });
        await this.refresh();
        await this.options.onAdded();
        this.options.say(speaker.say("channel.added"));
      } catch (error) {
        setText(said, error instanceof Refusal && error.status === 422 ? speaker.say("channel.badCode") : this.problem(error));
      }
    });
    return form;
  }
}
