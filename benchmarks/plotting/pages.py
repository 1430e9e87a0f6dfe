"""What pages have in common: one file each, that needs no network."""

from html import escape

import theme

STYLE = f"""
:root {{ color-scheme: light dark }}
{theme.css(":root")}""" + """
* { box-sizing: border-box }
body { font: 15px/1.5 sans-serif; margin: 0 auto; max-width: 1180px; padding: 1em;
  color: var(--text); background: var(--back) }
h1 { margin: .5em 0 .2em } h2 { margin: 2em 0 .3em; border-bottom: 1px solid var(--grid) }
h3 { margin: 0; font-size: 1em } p { margin: .5em 0 }
table { border-collapse: collapse; margin: .5em 0; font-variant-numeric: tabular-nums }
td, th { padding: .2em .8em; border-bottom: 1px solid var(--grid); text-align: right; white-space: nowrap }
td:first-child, th:first-child { text-align: left; white-space: normal; padding-left: 0 }
.text td, .text th { text-align: left } .text td { white-space: normal } th { vertical-align: bottom; white-space: normal }
.scroll { overflow-x: auto }
.good, .bad { padding: .5em 1em; border-left: 6px solid #009e73; background: var(--good) }
.bad { border-color: #d55e00; background: var(--bad) }
.cards { display: grid; gap: 1em; grid-template-columns: repeat(auto-fill, minmax(min(100%, 12em), 1fr)) }
.plots { columns: 28em; column-gap: 2em } .plots figure { break-inside: avoid; margin-bottom: 2em }
.cards div { background: var(--shade); padding: .6em 1em } .cards b { display: block; font-size: 1.6em }
figure { margin: 0 } figcaption { margin-bottom: .5em } svg { display: block; width: 100%; height: auto; max-width: 540px }
figcaption p { color: var(--muted); margin: 0 }
summary { cursor: pointer } summary h2 { display: inline-block; border: 0 }
"""


def banner(text, good):
    return f'<p class="{"good" if good else "bad"}">{escape(text)}</p>\n'
