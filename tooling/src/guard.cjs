/*
 * Runs a script of the workspace on the workspace's own Node: `node tooling/src/guard.cjs SCRIPT [arguments]`.
 *
 * Nothing here is newer than Node 12, because it has to say what is missing on whatever Node a machine happens to have.
 */
"use strict";

const { spawn, spawnSync } = require("child_process");
const { existsSync, readFileSync } = require("fs");
const Module = require("module");
const { constants } = require("os");
const path = require("path");
const { pathToFileURL } = require("url");

const ROOT = path.resolve(__dirname, "..", "..");
const PNPM = "npx -y pnpm@12.21.0";
// The oldest git that merges without a working tree (`git merge-tree --write-tree`).
const OLDEST_GIT = [2, 38];

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function requireGit() {
  const asked = spawnSync("git", ["--version"], { encoding: "utf8" });
  if (asked.error || asked.status !== 0) {
    refuse("Docsteward needs git, and none was found in PATH: install git and start again.");
  }
  const found = /(\d+)\.(\d+)/.exec(asked.stdout);
  const [major, minor] = found ? [Number(found[1]), Number(found[2])] : OLDEST_GIT;
  if (major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1])) {
    refuse(`Docsteward needs git ${OLDEST_GIT.join(".")} or later, and this is ${major}.${minor}: update git.`);
  }
}

/** The version of Node that the root package.json brings, e.g. "26.10.0". */
function wantedNode() {
  return JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).devDependencies.node;
}

function requireWorkspaceNode() {
  const node = path.join(ROOT, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  if (!existsSync(node) || spawnSync(node, ["--version"]).status !== 0) {
    refuse(
      `Docsteward needs Node ${wantedNode()}, which comes with the packages of its workspace, and their install did not finish (this is Node ${process.versions.node}): run ${PNPM} install`,
    );
  }
  return node;
}

/** Every process below reads hundreds of sources: what Node makes of one is kept, and the next process starts in half the time. */
function keepCompiled() {
  if (!process.env.NODE_COMPILE_CACHE) {
    process.env.NODE_COMPILE_CACHE = path.join(ROOT, "node_modules", ".cache", "node");
  }
  Module.enableCompileCache();
}

function runHere(script, rest) {
  keepCompiled();
  process.argv = [process.execPath, script].concat(rest);
  import(pathToFileURL(script).href).catch((error) => {
    process.stderr.write(`${(error && error.stack) || error}\n`);
    process.exit(1);
  });
}

function runThere(node, script, rest) {
  const child = spawn(node, [__filename, script].concat(rest), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A terminal's Ctrl-C has reached the child already.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

const [script, ...rest] = process.argv.slice(2);
if (!script) refuse("Say which script to run: node tooling/src/guard.cjs SCRIPT [arguments]");
requireGit();
const node = requireWorkspaceNode();
const isRightNode = process.versions.node.split(".")[0] === wantedNode().split(".")[0];
if (isRightNode) runHere(path.resolve(script), rest);
else runThere(node, path.resolve(script), rest);
