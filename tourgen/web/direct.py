"""How the project's own templates become Python: as Python says the same.

Jinja takes nothing for granted: a name after a dot may be an attribute or a key, and whatever is called may want to
know the template's context. The pages of 64 players would ask that 350,000 times. The project's own templates need it
nowhere: `x.y` is an attribute and `x["y"]` an item, a function is called as it is, and a macro is a function. The
words of the language are there in every template, and what they say is markup already. What isn't there raises an
error all the same. An event's own templates, and all that run beside them, are compiled as Jinja does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.idtracking import VAR_LOAD_RESOLVE

from tourgen.web.texts import text

SOURCE = Path(__file__).read_text(encoding="utf-8")  # what is compiled depends on it


ALWAYS_THERE = (
    "t",
    "w",
    "lang",
    "circled",
)  # in every environment, and no template gives them another meaning
MARKUP = (
    "name",
    "discs",
    "round_name",
    "wins",
    "people",
    "place",
    "grade",
    "sentence",
    "title_name",
)  # filters


class Direct(CodeGenerator):
    """Attributes, items, calls, macros and blocks without a detour."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        self.writeline(f"from {text.__module__} import text")
        super().visit_Template(node, frame)

    def enter_frame(self, frame: Frame) -> None:
        known = {
            target: name
            for target, (action, name) in frame.symbols.loads.items()
            if action == VAR_LOAD_RESOLVE and name in ALWAYS_THERE
        }
        for target, name in known.items():
            self.writeline(f"{target} = environment.globals[{name!r}]")
        loads = frame.symbols.loads
        frame.symbols.loads = {target: load for target, load in loads.items() if target not in known}
        super().enter_frame(frame)
        frame.symbols.loads = loads

    def visit_Name(self, node: nodes.Name, frame: Frame) -> None:
        if node.ctx == "load" and node.name in ALWAYS_THERE:
            self.write(frame.symbols.ref(node.name))
        else:
            super().visit_Name(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("(" if _is_markup(node) else "text(")

    def visit_Block(self, node: nodes.Block, frame: Frame) -> None:
        """A block in one piece, for every piece would go through each template that this one extends."""
        if frame.toplevel and self.has_known_extends:
            return
        self.simple_write(f"concat(context.blocks[{node.name!r}][0](context))", frame, node)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        if isinstance(node.node, nodes.Name) and node.node.name == "self":  # self.title() is a block
            super().visit_Getattr(node, frame)
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.visit(node.node, frame)
        self.write("(")
        for one in (*node.args, *node.kwargs):
            self.visit(one, frame)
            self.write(", ")
        for stars, rest in (("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if rest is not None:
                self.write(stars)
                self.visit(rest, frame)
                self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """A function with the macro's own arguments, around the one that was written just before."""
        if macro_ref.accesses_caller or macro_ref.accesses_kwargs or macro_ref.accesses_varargs:
            super().macro_def(macro_ref, frame)
            return
        names = [one.name for one in macro_ref.node.args]
        needed = len(names) - len(macro_ref.node.defaults)
        taken = ", ".join([*names[:needed], *(f"{name}=missing" for name in names[needed:])])
        made = f"str.__new__(Markup, macro({', '.join(names)}))"
        self.write(f"(lambda macro: lambda {taken}: {made})(macro)")


def _is_markup(node: nodes.Expr) -> bool:
    """What needs no escaping, whatever is filled in: a text of the language, or a filter of Words."""
    if isinstance(node, nodes.Filter):
        return node.name in MARKUP
    return isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name == "t"
