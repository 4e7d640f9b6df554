#!/usr/bin/env node
/* `docsteward` of a release. `pnpm build:release` puts it in the place of docsteward.cjs, whose packages a release does without. */
"use strict";

const { readFileSync } = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const ROOT = path.join(__dirname, "../../..");
const { node, platform } = JSON.parse(readFileSync(path.join(ROOT, "release.json"), "utf8"));

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const found = `${process.platform}-${process.arch}`;
if (platform !== found)
  refuse(`This release of Docsteward is for ${platform}, and this is ${found}: build it on ${found}.`);
const isSameMajor = process.versions.node.split(".")[0] === node.split(".")[0];
if (!isSameMajor)
  refuse(`Docsteward needs Node ${node}, and this is Node ${process.versions.node}: install Node ${node}.`);
import(pathToFileURL(path.join(ROOT, "apps/cli/src/main.js")).href);
