#!/usr/bin/env node
/** The command: it refuses a Node.js that is too old, before anything is loaded that such a Node.js could not read. */
try {
  await import('./require-node.js')
} catch (error) {
  console.error(`${error.message} In the repository use "npm start" or "npm exec standin".`)
  process.exit(1)
}
const { enableCompileCache } = await import('node:module')
const { existsSync } = await import('node:fs')
enableCompileCache()

const source = new URL('./main.ts', import.meta.url)
const built = new URL('../../dist/cli.js', import.meta.url)
const { main } = await import(existsSync(source) ? source : built)
process.exitCode = await main(process.argv.slice(2))
