#!/usr/bin/env node
/** The command's entry point, which rejects an outdated Node.js before loading code that it cannot parse. */
const { existsSync } = await import('node:fs')
const source = new URL('./main.ts', import.meta.url)
try {
  await import('./require-node.js')
} catch (error) {
  // npx and npm scripts use the project's Node.js before the machine's.
  const advice = existsSync(source)
    ? 'In the repository use "npm start" or "npm exec standin".'
    : 'Install it (https://nodejs.org), or add it to your project with "npm install --save-dev node@24" and run "npx standin" there.'
  console.error(`${error.message} ${advice}`)
  process.exit(1)
}
const { enableCompileCache } = await import('node:module')
enableCompileCache()

const built = new URL('../../../dist/cli.js', import.meta.url)
const { main } = await import(existsSync(source) ? source : built)
process.exitCode = await main(process.argv.slice(2))
