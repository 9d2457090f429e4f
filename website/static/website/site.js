// What htmx does not do by itself: say that the network failed, and open what a link jumps to.
"use strict";

(() => {
  const say = (sentence) => {
    const place = document.getElementById("list-errors");
    if (!place) return;
    const paragraph = document.createElement("p");
    paragraph.textContent = sentence;
    place.replaceChildren(paragraph);
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches(".list-form")) document.getElementById("list-errors").replaceChildren();
  });
  document.addEventListener("htmx:sendError", () => {
    say("The site could not be reached. Your text is still in the box: check your connection and try again.");
  });
  document.addEventListener("htmx:timeout", () => say("The answer took too long. Try again in a moment."));

  // A verdict may stand inside a folded group, and a link to it must not lead nowhere.
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let box = target && target.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    if (target) target.scrollIntoView();
  };
  window.addEventListener("hashchange", open);
})();
