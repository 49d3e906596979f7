// What is folded away on the screen is unfolded on paper.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(part => { part.open = true; }));
