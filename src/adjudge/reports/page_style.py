"""The style of a report's page: light and dark, on paper, on a phone."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from typing import Final

from .palette import DARK, LIGHT, picture_rules

_SHAPE: Final = """
*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:1rem 1.25rem 4rem;background:var(--page);
color:var(--ink);font:1rem/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;
overflow-wrap:anywhere}
h1{font-size:1.8rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.4rem;line-height:1.25;margin:2.5rem 0 .6rem;padding-top:.6rem;
border-top:1px solid var(--grid)}
h3{font-size:1.1rem;margin:1.8rem 0 .4rem}
h4{font-size:1rem;margin:1.4rem 0 .3rem}
p,ul,ol{margin:.5rem 0}
ul,ol{padding-left:1.3rem}
li{margin:.25rem 0}
a{color:var(--link)}
.lead{color:var(--soft)}
.short{background:var(--panel);border-left:.3rem solid var(--mark);padding:.6rem 1rem;
border-radius:.3rem}
.says{font-weight:600;font-size:1.05rem}
.mind{color:var(--warn);font-weight:600}
.warnings{list-style:none;padding:0}
.warnings li{background:var(--warn-panel);border-left:.3rem solid var(--warn);
padding:.5rem .9rem;margin:.5rem 0;border-radius:.3rem}
.warnings b{color:var(--warn)}
figure{margin:1rem 0}
summary{cursor:pointer;color:var(--link);padding:.2rem 0}
summary:focus-visible{outline:3px solid var(--mark)}
caption{text-align:left;color:var(--soft);padding:.2rem 0;font-size:.95rem}
.scroll{overflow-x:auto;max-width:100%;
background:linear-gradient(90deg,var(--page) 30%,transparent) local,
linear-gradient(270deg,var(--page) 30%,transparent) 100% 0 local,
linear-gradient(90deg,var(--line),transparent),
linear-gradient(270deg,var(--line),transparent) 100% 0;
background-repeat:no-repeat;background-size:2.5rem 100%,2.5rem 100%,.6rem 100%,.6rem 100%}
.narrow{display:none}
.scroll:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
svg{display:block}
table{border-collapse:collapse;overflow-wrap:break-word;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{padding:.28rem .7rem .28rem 0;text-align:left;vertical-align:top;
border-bottom:1px solid var(--grid);min-width:3rem;max-width:26rem}
th{font-weight:600}
thead th{border-bottom:2px solid var(--line)}
tbody th{font-weight:500}
.n{text-align:right;white-space:nowrap}
.w{min-width:12rem}
.quote{white-space:pre-wrap;background:var(--panel);padding:.6rem .9rem;margin:.4rem 0;
border-radius:.3rem;max-height:24rem;overflow:auto}
.quote:focus-visible{outline:3px solid var(--mark)}
dt{font-weight:600;margin-top:.5rem}
dd{margin:0 0 .3rem 1.2rem}
nav ul{columns:14rem;list-style:none;padding:0}
nav li{margin:0;break-inside:avoid}
code{font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace;font-size:.9em}
@media screen and (max-width:40rem){.wide{display:none}.narrow{display:block}
body{padding:.6rem .8rem 3rem}h1{font-size:1.5rem}
h2{font-size:1.2rem}}
@media print{@page{margin:15mm}details::details-content{content-visibility:visible;
block-size:auto}summary{display:none}body{max-width:none;padding:0;font-size:10pt}
nav{display:none}a{color:inherit;text-decoration:none}
.scroll,.quote{overflow:visible;max-height:none}.scroll{background:none}
svg{max-width:100%;height:auto}
figure>.scroll,tr,.warnings li,.short{break-inside:avoid}
figure,figure details{break-before:avoid}section>details>figure{break-before:auto}
section>details>summary{display:list-item;list-style:none;color:inherit;font-weight:600;
break-after:avoid}h1,h2,h3,h4,caption,thead{break-after:avoid}
h2+p,h3+p,h4+p{break-after:avoid}thead{display:table-header-group;break-inside:avoid}
tbody tr:first-child{break-before:avoid}.warnings,dt{break-after:avoid}
table{font-size:8.5pt}th,td{padding-right:.4rem;min-width:0}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
"""

_NAMED: Final = (
    "page", "panel", "ink", "soft", "line", "grid", "mark", "warn", "warn-panel", "link",
)  # fmt: skip


def page_style() -> str:
    """The one style sheet of a report."""
    shape = _SHAPE.replace("\n", "")
    return (
        ":root{color-scheme:light dark}"
        f"{_colours(LIGHT)}@media screen and (prefers-color-scheme:dark)"
        f"{{{_colours(DARK)}}}{shape}"
    )


def policy(style: str) -> str:
    """The content security policy of a page whose only style is *style*."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; "
        "form-action 'none'"
    )


def _colours(colours: Mapping[str, str]) -> str:
    named = ";".join(f"--{name}:{colours[name]}" for name in _NAMED)
    return f":root{{{named}}}{picture_rules(colours)}"
