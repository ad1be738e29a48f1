/** Writes the table of operations into README.md, by area. Run by `npm run generate`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { operations } from '../src/areas/index.ts'
import { prefixesOf } from '../src/wire/area.ts'
import { areaName, areas } from '../src/wire/areas.ts'
import { paths } from '../src/wire/row.ts'
import { code, table } from './markdown.ts'

const readme = new URL('../README.md', import.meta.url)

const begin = '<!-- Written by tools/make-support.ts (npm run generate). -->'
const end = '<!-- End of the table. -->'

/** The README with the table between its markers. */
export function withSupport(text: string): string {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`README.md has no markers for the table. Add the lines ${begin} and ${end}`)
  return `${text.slice(0, before)}${begin}\n\n${supportTable()}\n\n${text.slice(after)}`
}

function supportTable(): string {
  const byArea = Map.groupBy(operations, ({ id }) => areaName(id))
  return table(
    ['Area', 'Operations'],
    [...byArea].map(([area, rows]) => {
      const byPath = Map.groupBy(rows, (row) => `${prefixesOf(areas[area], row)[0]}${paths(row)[0]}`)
      return [code(area), [...byPath].map(([path, same]) => code(`${same.map(({ method }) => method).join(', ')} ${path}`)).join('<br>')]
    }),
  )
}

if (import.meta.main) writeFileSync(readme, withSupport(readFileSync(readme, 'utf8')))
