#!/usr/bin/env node
/** Starts the command for callers that still use its former path. */
import '../apps/cli/standin.js'
