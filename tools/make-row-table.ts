/** Writes the table in src/control/index.ts. Existing entries stay in order; new files come last (`npm run generate`). */
import { globSync, readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../src/control/', import.meta.url)
const table = new URL('index.ts', folder)
const exported = /^export const (\w+Rows) = /m
const imported = /^import \{ \w+Rows \} from .*\n/gm
const listed = /^ {2}\.\.\.(\w+Rows),\n/gm

/** Files that export rows, keyed by the export's name. */
const files = new Map(
  globSync('*/{rows,*-rows}.ts', { cwd: folder })
    .sort()
    .flatMap((file): [string, string][] => {
      const name = exported.exec(readFileSync(new URL(file, folder), 'utf8'))?.[1]
      return name === undefined ? [] : [[name, file]]
    }),
)
const text = readFileSync(table, 'utf8')
const known = [...text.matchAll(listed)].map(([, name = '']) => name)
const names = [...new Set([...known, ...files.keys()])].filter((name) => files.has(name))
const imports = names.map((name) => `import { ${name} } from './${files.get(name)}'\n`).join('')
const rest = text.replace(imported, '').replace(listed, '')
writeFileSync(
  table,
  rest
    .replace(/^import /m, `${imports}import `)
    .replace('const table = [\n', `const table = [\n${names.map((name) => `  ...${name},\n`).join('')}`),
)
