/**
 * Builds the dashboard after `npm ci` and `npm install` in the repository. Runs as npm's `dependencies` script, because a package with a
 * `prepare` script counts as running scripts when it is installed.
 */

// Plain JavaScript, because an installation without development tools might run it with any version of Node.js.
import { existsSync } from 'node:fs'

// `npm pack` builds everything beforehand.
const isPacking = ['pack', 'publish'].includes(process.env.npm_command ?? '')
// Older versions of Node.js cannot read TypeScript.
const hasTools =
  Boolean(process.features.typescript) &&
  existsSync(new URL('../node_modules/vite', import.meta.url)) &&
  existsSync(new URL('../node_modules/preact', import.meta.url))

if (hasTools && !isPacking) {
  const { buildDashboard } = await import('./build-dashboard.ts')
  await buildDashboard()
}
