// Stands in for Web/engine's diary, with the same interface: a file is a list of answers by question, or a problem.

export class FileDiaryClient {
  #days = {};
  #worker;

  constructor(worker) {
    this.#worker = worker;
  }

  async open() {
    this.#days = {};
  }

  async add(file, progress) {
    progress(0.5);
    const { problem, answers, report } = JSON.parse(await file.text());
    if (problem !== undefined) throw Object.assign(new Error(problem.detail), { code: "bad-file", more: problem });
    Object.assign(this.#days, answers);
    return report;
  }

  async infer(progress) {
    progress(0.5);
  }

  async answer(what) {
    return typeof this.#days[what] === "string" ? this.#days[what] : JSON.stringify(this.#days[what] ?? { days: [], items: [] });
  }

  close() {
    this.#worker.terminate();
  }
}
