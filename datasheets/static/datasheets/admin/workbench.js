// The workbench with a script: rows are added where they are wanted, and names are offered while they are typed.
"use strict";

(() => {
  // Rows: the template of each table is copied, with the next number in its names.
  for (const rows of document.querySelectorAll(".qm-rows")) {
    const button = rows.querySelector(".qm-add");
    const template = rows.querySelector("template");
    if (!button || !template) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      const total = rows.querySelector(`[name="${rows.dataset.rows}-TOTAL_FORMS"]`);
      const row = template.content.firstElementChild.cloneNode(true);
      for (const element of row.querySelectorAll("[name], [id], [for]")) {
        for (const attribute of ["name", "id", "for"]) {
          const value = element.getAttribute(attribute);
          if (value) element.setAttribute(attribute, value.replace("__prefix__", total.value));
        }
      }
      rows.querySelector("tbody").append(row);
      total.value = Number(total.value) + 1;
      row.querySelector("input, select, textarea").focus();
    });
  }

  // Leaving with unsaved words is asked about.
  const form = document.getElementById("workbench");
  let isTouched = false;
  if (form && form.querySelector("[name=do]")) {
    form.addEventListener("input", () => { isTouched = true; });
    form.addEventListener("submit", () => { isTouched = false; });
    window.addEventListener("beforeunload", (event) => { if (isTouched) event.preventDefault(); });
  }

  // Names: the part of the field at the caret, up to the next separator, is completed.
  const page = document.querySelector("[data-suggestions]");
  if (!page) return;
  const box = document.createElement("div");
  box.className = "qm-suggest";
  box.id = "qm-suggest";
  box.setAttribute("role", "listbox");
  box.hidden = true;
  page.append(box);
  let field = null;
  let chosen = 0;
  let asked = 0;
  let waiting = null;

  const isComma = (element) => element.dataset.suggest === "keyword";
  const part = (element) => {
    const caret = element.selectionStart;
    const text = element.value;
    const separators = isComma(element) ? /[,\n]/ : /[+\n]/;
    let from = caret;
    while (from > 0 && !separators.test(text[from - 1])) from -= 1;
    let to = caret;
    while (to < text.length && !separators.test(text[to])) to += 1;
    const leading = text.slice(from, to).match(/^\s*(\d+\s*[x×]?\s+)?/)[0].length;
    return { from: from + leading, to, text: text.slice(from + leading, to).trim() };
  };
  const close = () => { box.hidden = true; };
  const choose = (number) => {
    const all = [...box.children];
    if (!all.length) return;
    all[chosen]?.setAttribute("aria-selected", "false");
    chosen = (number + all.length) % all.length;
    all[chosen].setAttribute("aria-selected", "true");
    all[chosen].scrollIntoView({ block: "nearest" });
  };
  const take = () => {
    const name = box.children[chosen]?.textContent;
    if (!name) return;
    const at = part(field);
    field.setRangeText(name, at.from, at.to, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    asked += 1;
    clearTimeout(waiting);
    close();
  };
  const place = () => {
    const its = field.getBoundingClientRect();
    const around = page.getBoundingClientRect();
    box.style.left = `${its.left - around.left}px`;
    box.style.top = `${its.bottom - around.top}px`;
  };
  const ask = async () => {
    const text = part(field).text;
    asked += 1;
    const mine = asked;
    if (!text || text.endsWith("]")) {
      close();
      return;
    }
    const query = new URLSearchParams({ kind: field.dataset.suggest, faction: page.dataset.faction, q: text });
    const answer = await fetch(`${page.dataset.suggestions}?${query}`).catch(() => null);
    if (!answer || !answer.ok || mine !== asked) return;
    const { names } = await answer.json();
    if (mine !== asked || document.activeElement !== field) return;
    box.replaceChildren(...names.filter((name) => name !== text).map((name) => {
      const option = document.createElement("div");
      option.textContent = name;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      return option;
    }));
    box.hidden = !box.childElementCount;
    chosen = 0;
    if (!box.hidden) {
      place();
      choose(0);
    }
  };
  page.style.position = "relative";
  page.addEventListener("input", (event) => {
    if (!event.target.dataset?.suggest) return;
    field = event.target;
    clearTimeout(waiting);
    waiting = setTimeout(ask, 120);
  });
  page.addEventListener("keydown", (event) => {
    if (box.hidden || event.target !== field) return;
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter" || event.key === "Tab") take();
    else if (event.key === "Escape") close();
    else return;
    if (event.key !== "Tab") event.preventDefault();
  });
  box.addEventListener("mousedown", (event) => {
    event.preventDefault();
    chosen = [...box.children].indexOf(event.target.closest("div[role=option]"));
    take();
  });
  page.addEventListener("focusout", (event) => { if (event.target === field) close(); });
})();
