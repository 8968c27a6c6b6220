// The switch that keeps the network on this device, with what it costs, how far it is, and what can be done where it does
// not go on.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Pocket } from "./pocket.js" */
import { h, loadStyle, setText, sibling } from "../render.js";
import { localMinute } from "../search/query.js";
import { comingBytes } from "./difference.js";
import { kilometres, shortDay, size } from "./sizes.js";

const ID = "keep-network";

/** @param {Pocket} pocket
 * @param {Context} context
 * @param {{signal?: AbortSignal, isOffer?: boolean}} [how] `isOffer` is for where something was saved: without what can be
 *   chosen of it
 * @returns {HTMLElement} kept up to date until the signal ends */
export function keepPart(pocket, context, { signal, isOffer = false } = {}) {
  const { keeper } = pocket;
  const { speaker, settings } = context;
  loadStyle(sibling("../pocket.css", import.meta.url)).catch(() => {});
  const id = isOffer ? `${ID}-offer` : ID;
  const input = h("input", { type: "checkbox", role: "switch", id, "aria-describedby": `${id}-hint`, onchange: () => {
    if (input.checked) pocket.keep();
    else pocket.remove().catch(() => setText(said, speaker.say("pocket.notRemoved")));
  } });
  const hint = h("p", { class: "hint", id: `${id}-hint` });
  const said = h("p", { class: "keep-said", role: "status" });
  const bar = h("progress", { max: 1, "aria-label": speaker.say("pocket.loading") });
  const shown = h("span", { class: "keep-bytes" });
  const cancel = h("button", { type: "button", class: "button", onclick: () => {
    keeper.cancel();
    input.focus();
  } }, speaker.say("pocket.cancel"));
  const loading = h("div", { class: "keep-loading", hidden: true }, bar, shown, cancel);
  const again = h("button", { type: "button", class: "button", hidden: true, onclick: () => {
    pocket.keep();
    input.focus();
  } });
  const element = h("div", { class: "keep-network" },
    h("label", { class: "check strong" }, input, h("span", {}, speaker.say("pocket.keep"))), hint, loading, said, again);
  const part = partChoice(pocket, context, id);
  hint.after(part.element);
  const choice = isOffer ? null : answersChoice(context);
  const draw = () => {
    const { kept } = pocket;
    const { work } = keeper;
    const state = stateOf(pocket);
    const isLoading = work?.kind === "loading";
    input.checked = kept !== null || isLoading;
    setText(hint, kept === null
      ? speaker.say("pocket.why", { size: size(pocket.offer?.bytes ?? 0, speaker.locale) })
      : keptText(pocket, context));
    part.draw(isLoading);
    loading.hidden = !isLoading;
    if (isLoading) {
      bar.value = work.bytes / work.all;
      setText(shown, speaker.say("pocket.bytes", { here: size(work.bytes, speaker.locale), all: size(work.all, speaker.locale) }));
    }
    setText(said, state === null ? "" : speaker.say(state.sentence, {
      size: size(state.sentence === "pocket.newer" ? comingBytes(pocket.offer, kept) : pocket.offer?.bytes ?? 0, speaker.locale) }));
    said.classList.toggle("problem", state?.isProblem ?? false);
    again.hidden = state?.action === undefined || pocket.offer === null;
    if (state?.action !== undefined) setText(again, speaker.say(state.action));
    if (choice !== null) choice.element.hidden = kept === null;
    choice?.draw();
  };
  keeper.onChange(draw, signal);
  settings.onChange(draw, signal);
  draw();
  return choice === null ? element : h("div", { class: "keep-parts" }, element, choice.element);
}

/** What is to be said below the switch, and what can be done about it.
 * @param {Pocket} pocket
 * @returns {{sentence: MessageKey, isProblem: boolean, action?: MessageKey}|null} */
function stateOf({ kept, keeper: { work }, offer }) {
  if (work?.kind === "loading") return work.isHere ? null : { sentence: "pocket.otherTab", isProblem: false };
  if (work?.kind === "ended") {
    return { sentence: `ended.${work.ending}`, isProblem: true, action: work.ending === "cut" ? "pocket.goOn" : "pocket.again" };
  }
  if (kept?.lack !== undefined) {
    // The same file would be read no better.
    const isOfUse = kept.lack === "lost" || kept.lack === "damaged" || offer?.digest !== kept.digest;
    return { sentence: `lacking.${kept.lack}`, isProblem: true, ...(isOfUse ? { action: "pocket.again" } : {}) };
  }
  if (kept !== null && offer !== null && offer.digest !== kept.digest) {
    return { sentence: "pocket.newer", isProblem: false, action: "pocket.update" };
  }
  return null;
}

/** Of which day the kept file is, which days it has, and its size.
 * @param {Pocket} pocket
 * @param {Context} context */
function keptText({ kept }, { speaker, timeZone, clock }) {
  if (kept === null) return "";
  const today = localMinute(clock.now(), timeZone).slice(0, 10);
  const day = (/** @type {string} */ date) => shortDay(date, today, speaker.locale);
  return speaker.say(kept.region === undefined ? "pocket.kept" : "pocket.keptAround", {
    region: kept.region?.name ?? "", day: day(localMinute(kept.at, timeZone).slice(0, 10)), first: day(kept.firstDay), last: day(kept.lastDay),
    size: size(kept.bytes, speaker.locale),
  });
}

/** Which part of a large network is kept.
 * @param {Pocket} pocket
 * @param {Context} context
 * @param {string} id of the switch */
function partChoice(pocket, { speaker }, id) {
  const select = h("select", { id: `${id}-part`, "aria-describedby": `${id}-part-hint`, onchange: () =>
    pocket.choose(pocket.offers.find(({ digest }) => digest === select.value)?.region ?? null) });
  const hint = h("p", { class: "hint", id: `${id}-part-hint` });
  const element = h("div", { class: "keep-part" }, h("label", { for: select.id }, speaker.say("pocket.part")), select, hint);
  let drawn = "";
  return { element, draw: (/** @type {boolean} */ isLoading) => {
    const { offers, offer } = pocket;
    element.hidden = offers.length < 2;
    if (drawn !== offers.map(({ digest }) => digest).join()) {
      drawn = offers.map(({ digest }) => digest).join();
      select.replaceChildren(...offers.map(({ digest, bytes, region }) => h("option", { value: digest }, region === undefined
        ? speaker.say("pocket.whole", { size: size(bytes, speaker.locale) })
        : speaker.say("pocket.around", { region: region.name, size: size(bytes, speaker.locale) }))));
    }
    select.value = offer?.digest ?? "";
    select.disabled = isLoading;
    const radius = offer?.region?.radiusMetres;
    setText(hint, radius === undefined ? "" : speaker.say("pocket.partHint", { distance: kilometres(radius, speaker.locale) }));
  } };
}

/** Where questions are answered.
 * @param {Context} context */
function answersChoice({ speaker, settings }) {
  const select = h("select", { id: "answers", onchange: () =>
    settings.set({ answers: /** @type {import("../settings.js").Answering} */ (select.value) }) },
  ...["phone", "server"].map((value) =>
    h("option", { value }, speaker.say(/** @type {MessageKey} */ (`answered.${value}`)))));
  const element = h("div", { class: "setting keep-answers" }, h("label", { for: "answers" }, speaker.say("pocket.where")), select);
  return { element, draw: () => { select.value = settings.values.answers; } };
}
