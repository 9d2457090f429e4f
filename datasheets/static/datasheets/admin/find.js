// The search on every page of the administration: matches as you type, arrow keys to move, Enter to open.
"use strict";

(() => {
  const start = () => {
    // unfold writes the name of a chosen file into the first text field it finds, which here asks something else.
    for (const file of document.querySelectorAll(".qm input[type=file]")) file.hasChangeListener = true;
    const form = document.querySelector(".qm-find");
    if (!form) return;
    const input = form.querySelector("input");
    const list = form.querySelector(".qm-find-list");
    const status = document.createElement("p");
    status.setAttribute("role", "status");
    let chosen = -1;
    let asked = 0;
    let waiting = null;

    const options = () => [...list.querySelectorAll("a")];
    const close = () => {
      list.hidden = true;
      chosen = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    };
    const choose = (number) => {
      const all = options();
      if (!all.length) return;
      if (all[chosen]) all[chosen].setAttribute("aria-selected", "false");
      chosen = (number + all.length) % all.length;
      all[chosen].setAttribute("aria-selected", "true");
      all[chosen].scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", all[chosen].id);
    };
    const quiet = (text) => {
      const part = document.createElement("span");
      part.className = "qm-quiet";
      part.textContent = text;
      return part;
    };
    const show = (groups) => {
      const shown = document.createDocumentFragment();
      let count = 0;
      shown.append(status);
      for (const group of groups) {
        const heading = document.createElement("h3");
        heading.textContent = group.faction;
        shown.append(heading);
        for (const [name, kind, address, alias] of group.matches) {
          const link = document.createElement("a");
          link.href = address;
          link.id = `qm-found-${count}`;
          link.setAttribute("role", "option");
          link.setAttribute("aria-selected", "false");
          link.tabIndex = -1;
          link.append(name);
          if (alias) link.append(quiet(`also ${alias}`));
          if (kind !== "Datasheet") link.append(quiet(kind));
          shown.append(link);
          count += 1;
        }
      }
      status.textContent = count === 1 ? "1 match" : `${count} matches`;
      list.replaceChildren(shown);
      list.hidden = false;
      chosen = -1;
      input.setAttribute("aria-expanded", "true");
      if (count) choose(0);
    };
    const ask = async () => {
      const text = input.value.trim();
      asked += 1;
      const mine = asked;
      if (text.length < 2) {
        close();
        return;
      }
      try {
        const answer = await fetch(`${form.dataset.find}?q=${encodeURIComponent(text)}`, { headers: { Accept: "application/json" } });
        if (mine !== asked) return;
        if (!answer.ok) throw new Error(answer.statusText);
        show((await answer.json()).groups);
      } catch {
        if (mine !== asked) return;
        status.textContent = "The search did not answer. Press Enter to try it as a page.";
        list.replaceChildren(status);
        list.hidden = false;
      }
    };

    input.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(ask, 60);
    });
    input.addEventListener("focus", () => {
      if (input.value.trim().length > 1 && list.hidden && list.childElementCount) list.hidden = false;
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
      if (list.hidden) return;
      if (event.key === "ArrowDown") choose(chosen + 1);
      else if (event.key === "ArrowUp") choose(chosen - 1);
      else return;
      event.preventDefault();
    });
    form.addEventListener("submit", (event) => {
      const link = !list.hidden && options()[chosen];
      if (!link) return;
      event.preventDefault();
      location.assign(link.href);
    });
    document.addEventListener("click", (event) => {
      if (!form.contains(event.target)) close();
    });
    // "f" leads to the search from anywhere but a field; "/" is that of the lists.
    document.addEventListener("keydown", (event) => {
      if (event.key !== "f" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
      event.preventDefault();
      input.focus();
      input.select();
    });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
