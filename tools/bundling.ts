/** Shared parts of the package build and the single-file build: replaced modules, options, and licences. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { minifySync } from 'rolldown/utils'

export const root = resolve(import.meta.dirname, '..')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

export const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const insteadOf = (name: string) => join(root, 'tools/instead-of', `${name}.ts`)

/** Replacements for modules that do more than Standin needs and load slowly. */
export const replaced = {
  'body-parser': insteadOf('body-parser'),
  http: insteadOf('http'),
  'node:http': insteadOf('http'),
  'string-width': insteadOf('string-width'),
  'strip-ansi': insteadOf('strip-ansi'),
  'wrap-ansi': insteadOf('wrap-ansi'),
}

/** Options that preserve our own function names, which keeps stack traces readable. */
export const withNames = { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } } as const

/** Shortens names in bundled packages. Skips modules with `@__PURE__` annotations, which would be lost but shrink the bundle more. */
export const smaller: Plugin = {
  name: 'smaller',
  transform: {
    filter: { id: /node_modules[\\/].*\.[cm]?js$/ },
    handler: (code, id) => (code.includes('__PURE__') ? null : minifySync(id, code, { compress: true, mangle: true }).code),
  },
}

/**
 * Returns the licences of Standin and of the packages that contain these modules. `others`: additional texts. Packages with identical texts
 * share an entry.
 */
export function licensesOf(modules: readonly string[], others: readonly string[] = []): string {
  const folders = new Set(modules.flatMap((id) => packageFolder(id) ?? []))
  const named = new Map<string, string[]>()
  for (const folder of [root, ...[...folders].sort()]) {
    const { name, text } = licenseOf(folder)
    named.set(text, [...(named.get(text) ?? []), name])
  }
  const [own = '', ...packages] = [...named].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  return [own, ...others, ...packages].join(`\n${'-'.repeat(80)}\n\n`)
}

const packageFolder = (id: string) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]

function licenseOf(folder: string): { readonly name: string; readonly text: string } {
  const { name, version } = manifestOf(folder)
  const files = globSync(['[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*', 'NOTICE*'], { cwd: folder }).sort()
  const inReadme = files.length === 0 ? licenseInReadme(folder) : undefined
  if (inReadme !== undefined) return { name: `${name} ${version}`, text: inReadme }
  if (files.length === 0) throw new Error(`${name} has no licence file.`)
  return { name: `${name} ${version}`, text: files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n') }
}

/** Returns the licence in the last section of a package's README, where some packages have it. */
function licenseInReadme(folder: string): string | undefined {
  const [file] = globSync('[Rr][Ee][Aa][Dd][Mm][Ee].md', { cwd: folder })
  const text = file && readFileSync(join(folder, file), 'utf8')
  return text ? /^#+ *licen[sc]e *\n+((?:.|\n)*Copyright(?:.|\n)*)/im.exec(text)?.[1]?.trim() : undefined
}
