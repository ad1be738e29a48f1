/** Finds Standin's version, files and documentation: in its package folder, or inside the single-file program. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Docs, DocsPage } from '../service/world/platform.ts'
import { readOr } from './node-path.ts'

interface Package {
  /** The package folder, or the folder of the single-file program. */
  readonly folder: string
  readonly version: string
  /** True in the build; false when running from source. */
  readonly isBuilt: boolean
}

export interface Folder {
  readonly path: string
  /** The paths of all files, including those in subfolders, separated by `/`. Empty if the folder does not exist. */
  list(): string[]
  /** Throws if the file does not exist. Does not check that the name is within the folder. */
  read(name: string): Buffer
}

/** The files embedded in the single-file program, keyed by their path in the package. */
interface Assets {
  names(): readonly string[]
  read(name: string): Buffer
}

let cachedPackage: Package | undefined
let programAssets: { readonly assets: Assets | undefined } | undefined

export function ownPackage(): Package {
  cachedPackage ??= find()
  return cachedPackage
}

/** Returns a folder in the package, such as `docs`. */
export function ownFolder(name: string): Folder {
  const assets = ownAssets()
  if (!assets) return folderAt(join(ownPackage().folder, name))
  const start = `${name}/`
  return {
    path: name,
    list: () => assets.names().flatMap((each) => (each.startsWith(start) ? [each.slice(start.length)] : [])),
    read: (file) => assets.read(start + file),
  }
}

export const folderAt = (path: string): Folder => ({
  path,
  list: () => namesIn(path),
  read: (name) => readFileSync(join(path, name)),
})

/** True in the single-file program (`npm run build:binary`), which has no libraries next to it. */
export const isOneFile = (): boolean => ownAssets() !== undefined

function ownAssets(): Assets | undefined {
  programAssets ??= { assets: assetsOfProgram() }
  return programAssets.assets
}

function assetsOfProgram(): Assets | undefined {
  const sea = process.getBuiltinModule('node:sea')
  return sea.isSea() ? { names: sea.getAssetKeys, read: (name) => Buffer.from(sea.getAsset(name)) } : undefined
}

function find(): Package {
  const assets = ownAssets()
  if (assets) {
    return { folder: dirname(process.execPath), version: JSON.parse(assets.read('package.json').toString('utf8')).version, isBuilt: true }
  }
  const here = dirname(fileURLToPath(import.meta.url))
  const { folder, version } = lookUpwards(here)
  return { folder, version, isBuilt: /^dist\b/.test(relative(folder, here)) }
}

/** Searches upwards, because the source and the build are at different depths. */
function lookUpwards(folder: string): Omit<Package, 'isBuilt'> {
  const { name, version } = readPackage(join(folder, 'package.json'))
  if (name === 'standin') return { folder, version: version ?? '' }
  if (dirname(folder) === folder) throw new Error("No folder above Standin's code contains its package.json.")
  return lookUpwards(dirname(folder))
}

const readPackage = (path: string) => readOr<{ name?: string; version?: string }>({}, () => JSON.parse(readFileSync(path, 'utf8')))

function namesIn(path: string): string[] {
  const entries = readOr([], () => readdirSync(path, { recursive: true, withFileTypes: true }))
  const files = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  return files.map((file) => file.slice(join(path).length + 1).replaceAll('\\', '/'))
}

/** Provides access to the documentation, and to no files outside its folder. */
export function nodeDocs(path?: string): Docs {
  let pages: readonly DocsPage[] | undefined
  const folder = () => (path === undefined ? ownFolder('docs') : folderAt(path))
  const textOf = (name: string) => folder().read(name).toString('utf8')

  function find(): readonly DocsPage[] {
    const names = folder()
      .list()
      .filter((name) => name.endsWith('.md'))
    return names.sort().map((name) => pageOf(name, textOf(name)))
  }
  function list(): readonly DocsPage[] {
    pages ??= find()
    return pages
  }
  return {
    list: async () => list(),
    read: async (name) => (list().some((page) => page.name === name) ? textOf(name) : undefined),
  }
}

/** Uses the first heading as the title, and the first paragraph below that heading as the summary. */
function pageOf(name: string, text: string): DocsPage {
  const [, title = name, rest = ''] = /^# (.+)\n([\s\S]*)/m.exec(text) ?? []
  const paragraph = rest.split(/\n\s*\n/).find((part) => /^\s*(?:[A-Z*[]|`(?!``))/.test(part)) ?? ''
  return { name, title, summary: plain(paragraph) }
}

/** Removes links, emphasis and line breaks. */
const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]{0,200})\]\([^)]{0,300}\)/g, '$1')
    .replace(/\*\*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
