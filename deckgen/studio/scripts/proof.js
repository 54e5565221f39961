/* The verdict on a printed deck: its code names what it was dealt from, and it is dealt again. */
import { by, facts, icon, make, problemText, say } from "./kit.js";
import { failure } from "./preview.js";

/** Show the deck of a proof link. @param {Engine["ask"]} ask @param {string} proof @param {(file: MadeFile) => (Node | null)[]} buttonsOf */
export async function showProof(ask, proof, buttonsOf) {
  const [game, deck, seed = "", , of] = proof.split(/[/?]/);
  const heading = by("verdict");
  for (const id of ["subtitle", "proof-lines", "proof-files"]) by(id).replaceChildren();
  by("title").textContent = say("Is this deck what it says?");
  by("proof-make").hidden = true;
  heading.className = "";
  heading.textContent = say("Dealing this deck again");
  by("proof-state").textContent = say("The page deals the deck of this code from its name and compares all cards.");
  const { same = false, problems, title = "", lines = [], files = [] } = await ask({ do: "proof", proof, choice: { language: facts.language } }).catch(failure);
  heading.className = same ? "good" : "bad";
  heading.replaceChildren(icon(same ? "good" : "bad"), problems.length ? say("This deck could not be checked") : same ? say("This deck is what it says") : say("This is another deck than it says"));
  by("proof-state").textContent = problems.map(problemText).join(" ");
  if (problems.length) return;
  by("subtitle").textContent = title;
  const titles = [say("All its cards"), say("Its odds")];
  by("proof-lines").replaceChildren(...lines.map((text) => make("li", { text })));
  by("proof-files").replaceChildren(.../** @type {MadeFile[]} */ (files).map((file, at) => make("li", {}, make("b", { text: titles[at] ?? file.name }), make("span", { class: "buttons" }, ...buttonsOf(file)))));
  by("proof-make").hidden = of !== "1" || !same;
  by("proof-make").href = `#${game}/${seed.replaceAll("%20", "+")}?deck=${deck}`;
}
