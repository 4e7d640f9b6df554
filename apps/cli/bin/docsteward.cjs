#!/usr/bin/env node
/* Runs `docsteward` from any folder, on the Node of the workspace that this file is part of. */
"use strict";

const path = require("node:path");

process.argv.splice(2, 0, path.join(__dirname, "..", "src", "main.ts"));
require("../../../tooling/src/guard.cjs");
