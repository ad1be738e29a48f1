/** Links the packages that a user would install, and Standin's sources as a package. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')

const sources = {
  '.': './src/index.ts',
  './express': './src/express.ts',
  './pact': './src/pact.ts',
  './vitest': './src/vitest.ts',
  './playwright': './src/playwright.ts',
  './mocks/handlers': './mocks/handlers.ts',
  './mocks/node': './mocks/node.ts',
  './mocks/browser': './mocks/browser.ts',
}

const beside = ['express', 'msw', 'vitest', 'tus-js-client', '@pact-foundation', '@playwright', 'happy-dom', 'jsdom']

/** Creates `node_modules` in a folder. */
export function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'standin'), { recursive: true })
  writeFileSync(join(modules, 'standin/package.json'), JSON.stringify({ name: 'standin', type: 'module', exports: sources }))
  for (const name of ['src', 'mocks']) symlinkSync(join(root, name), join(modules, 'standin', name))
  for (const name of beside) symlinkSync(join(root, 'node_modules', name), join(modules, name))
}

let built: Promise<string> | undefined

/** Replaces Standin's sources with a bundle, because Playwright transpiles sources but not packages. */
export async function linkBuilt(folder: string, entry: 'playwright'): Promise<void> {
  const standin = join(folder, 'node_modules/standin')
  built ??= bundle(join(root, `src/${entry}.ts`))
  const exports = { [`./${entry}`]: './built.js' }
  writeFileSync(join(standin, 'built.js'), await built)
  writeFileSync(join(standin, 'package.json'), JSON.stringify({ name: 'standin', type: 'module', exports }))
  for (const name of ['fixtures', 'scenarios', 'node_modules']) symlinkSync(join(root, name), join(standin, name))
}

async function bundle(input: string): Promise<string> {
  const build = await rolldown({ cwd: root, input, platform: 'node', external: (id) => /^[^./]/.test(id) })
  const { output } = await build.generate({ format: 'esm', codeSplitting: false })
  await build.close()
  return output[0].code
}
