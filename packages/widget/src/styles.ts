/** The window's styles. Websites set the variables that begin with `--docsteward-` on the element `docsteward-widget`. */
export const APP_STYLE = `
.window{--accent:var(--docsteward-accent,#2554c7);--on-accent:var(--docsteward-on-accent,#fff);--bg:var(--docsteward-background,#fff);
--fg:var(--docsteward-text,#1c2024);--soft:#5b636d;--line:#d5d9df;--fill:#f1f3f6;--bad:#b3261e;--link:var(--accent);
box-sizing:border-box;display:flex;flex-direction:column;margin:0;padding:0;border:1px solid var(--line);border-radius:12px;
background:var(--bg);color:var(--fg);font:15px/1.5 var(--docsteward-font,system-ui,sans-serif);overflow:hidden;text-align:start}
.window[data-theme=dark]{--bg:var(--docsteward-background-dark,#16191d);--fg:var(--docsteward-text-dark,#eceef0);--soft:#a4abb5;
--line:#3a4048;--fill:#22272e;--bad:#ff9a92;--link:var(--docsteward-link-dark,#8fb4ff);color-scheme:dark}
.window *{box-sizing:border-box}
.bubble,.panel{position:fixed;inset:auto;box-shadow:0 8px 40px rgb(0 0 0/.25)}
.bubble{inset-block-end:20px;inset-inline-end:20px;width:min(420px,calc(100vw - 40px));height:min(680px,calc(100dvh - 40px))}
:host([data-side=start]) .bubble{inset-inline:20px auto}
.panel{inset-block:0;inset-inline-end:0;width:min(460px,100vw);height:100dvh;max-height:none;border-radius:0}
:host([data-side=start]) .panel{inset-inline:0 auto}
.modal{position:fixed;inset:0;margin:auto;width:min(760px,calc(100vw - 32px));height:min(760px,calc(100dvh - 32px))}
.modal::backdrop{background:rgb(0 0 0/.45)}
.inline{position:static;width:100%;height:100%;min-height:320px;max-height:80vh}
@media(max-width:520px){.bubble,.modal,.panel{inset:0;width:100vw;height:100dvh;max-width:none;max-height:none;border:0;border-radius:0}}
header{display:flex;align-items:center;gap:8px;padding:10px 14px;border-block-end:1px solid var(--line)}
h2{flex:1;margin:0;font-size:16px}h3,h4,h5,h6{margin:1em 0 .4em;font-size:15px}
.talk{flex:1;overflow:auto;padding:14px;overscroll-behavior:contain}
.talk>:first-child,.answer .markdown>:first-child{margin-block-start:0}
p,ul,ol,blockquote{margin:.6em 0}ul,ol{padding-inline-start:1.4em}
a{color:var(--link)}a:focus-visible,button:focus-visible,summary:focus-visible,input:focus-visible,textarea:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--link);outline-offset:2px}
button{font:inherit;cursor:pointer}button[disabled]{cursor:default;opacity:.55}
.plain{min-height:28px;padding:2px 8px;border:0;border-radius:6px;background:none;color:var(--link);text-align:start}
.plain:hover{background:var(--fill)}.plain[aria-pressed=true]{background:var(--fill);outline:1px solid var(--line)}
.close{min-width:32px;color:var(--fg);text-align:center}
.main{min-height:40px;padding:0 16px;border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:600}
.turn{margin-block-end:20px}.question{display:flex;flex-wrap:wrap;align-items:start;gap:4px;margin-inline-start:32px;padding:8px 12px;border-radius:12px;background:var(--fill)}
.plain-text{overflow-wrap:anywhere;white-space:pre-wrap}.question p{flex:1;margin:0;overflow-wrap:anywhere;white-space:pre-wrap}.question .about-text{flex-basis:100%}
.answer{margin-block-start:10px;overflow-wrap:anywhere}
.activity,.about-text,.sections,.age,.notice,.selected{color:var(--soft);font-size:13px}
.failure{margin:0;padding:10px 14px;color:var(--bad)}
.down{transform:rotate(180deg)}.actions .plain{display:inline-flex;align-items:center}.code{position:relative}.code .copy{position:absolute;inset-block-start:4px;inset-inline-end:4px;background:var(--fill);font-size:13px}
pre{margin:.6em 0;padding:12px;padding-block-start:34px;border-radius:8px;background:var(--fill);overflow:auto;direction:ltr;text-align:left}
code{direction:ltr;unicode-bidi:isolate;font:13px/1.5 var(--docsteward-mono,ui-monospace,monospace)}:not(pre)>code{padding:1px 4px;border-radius:4px;background:var(--fill)}
.scroll{overflow:auto}table{border-collapse:collapse;font-size:14px}td code{white-space:nowrap}th,td{padding:4px 10px;border:1px solid var(--line);text-align:start}
blockquote{padding-inline-start:12px;border-inline-start:3px solid var(--line);color:var(--soft)}
.cite{min-width:20px;min-height:20px;margin-inline:1px;padding:0 4px;border:1px solid var(--line);border-radius:5px;background:var(--fill);color:var(--link);font-size:11px;line-height:1.4}
.sources{margin:10px 0;padding:8px 12px;border:1px solid var(--line);border-radius:8px}.sources summary{cursor:pointer}
.sources ul{margin:6px 0 0;padding:0;list-style:none}.sources li>.plain{flex-basis:100%;padding-inline:0}.sources li{display:flex;flex-wrap:wrap;align-items:center;gap:2px 8px}
.actions{display:flex;flex-wrap:wrap;align-items:center;gap:2px}.comment{display:flex;flex-basis:100%;gap:6px;padding:0;border:0}
input{flex:1;min-width:0;min-height:32px;padding:0 8px;border:1px solid var(--line);border-radius:6px;background:var(--bg);color:var(--fg);font:inherit}
input[type=checkbox]{flex:none;min-height:0}
form{padding:10px 14px;border-block-start:1px solid var(--line)}.ask{display:flex;align-items:end;gap:8px}
textarea{flex:1;min-width:0;min-height:40px;max-height:160px;padding:8px 10px;border:1px solid var(--line);border-radius:8px;background:var(--bg);color:var(--fg);font:inherit;resize:none;field-sizing:content}
.notice{margin:8px 0 0}.selected{display:flex;align-items:center;gap:6px;margin:0 0 8px}.selected span{flex:1;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.choices ul{margin:0;padding:0;list-style:none}.choices button{width:100%;min-height:40px;margin-block-end:6px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;background:none;color:var(--fg);text-align:start}
.choices button:hover{background:var(--fill)}.bar{display:flex;justify-content:space-between;align-items:center;margin:0 0 8px}
.hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.about{position:fixed;padding:6px 12px;border:0;border-radius:8px;background:var(--docsteward-accent,#2554c7);color:var(--docsteward-on-accent,#fff);font:600 14px/1.4 var(--docsteward-font,system-ui,sans-serif);box-shadow:0 2px 12px rgb(0 0 0/.3);cursor:pointer}
.about[hidden]{display:none}
@media(prefers-reduced-motion:no-preference){.activity{animation:breathe 1.6s ease-in-out infinite alternate}@keyframes breathe{from{opacity:.6}}}
@media(forced-colors:active){.main,.launch,.cite{border:1px solid}}
`;
