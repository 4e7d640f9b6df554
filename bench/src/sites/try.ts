import { readSiteList, openSite, halfOf } from "./site-list.ts";
import { seedSite } from "./seed-site.ts";
const only = process.argv[2]; const n = Number(process.argv[3] ?? 3);
for (const s of await readSiteList()) {
  if (!(only === "all" || s.name === only || (only === "first" && halfOf(s.name) === "first"))) continue;
  const t0 = performance.now();
  const site = await openSite("/work/h/sites", s);
  if (!site) { console.log("no", s.name); continue; }
  const out = await seedSite(site, { seed: 1, perClass: n });
  const by = new Map<string, [number, number, number, number]>();
  for (const o of out) { const b = by.get(o.faultClass) ?? [0,0,0,0]; b[0]++; if (o.isFound) b[1]++; if (o.isAtLine) b[2]++; b[3]+=o.elsewhere.length; by.set(o.faultClass, b); }
  console.log(s.dialect, halfOf(s.name), s.name, Math.round(performance.now()-t0)+"ms", [...by].map(([k,v])=>`${k} ${v[2]}/${v[1]}/${v[0]}${v[3]?"+"+v[3]:""}`).join("; "));
  if (halfOf(s.name) === "first" && process.argv[4]) for (const o of out) { if (!o.isFound) console.log("   MISS", o.faultClass, JSON.stringify(o.places)); else if (!o.isAtLine) console.log("   LINE", o.faultClass, JSON.stringify(o.places), o.found.map(f=>f.path+":"+f.line+" "+f.rule).join(", ")); for (const f of o.elsewhere.slice(0,3)) console.log("   ELSE", o.faultClass, JSON.stringify(o.places), f.path+":"+f.line, f.rule, f.message.slice(0,100)); }
}
