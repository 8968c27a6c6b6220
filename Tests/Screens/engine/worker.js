let answers = {};

self.onmessage = ({ data: { id, method, value } }) => {
  if (method === "open") {
    try {
      answers = JSON.parse(new TextDecoder().decode(value));
      self.postMessage({ id, answer: {} });
    } catch {
      self.postMessage({ id, code: "bad-network" });
    }
    return;
  }
  const body = answers[decodeURIComponent(value.split("?")[0])];
  self.postMessage({ id, answer: body === undefined ? { status: 501, body: {} } : { status: 200, body } });
};
