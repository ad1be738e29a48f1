/** Writes the table of operations into docs/README.md, by area. Run by `npm run generate`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { operations } from '../src/areas/index.ts'
import { prefixesOf } from '../src/wire/area.ts'
import { areaName, areas } from '../src/wire/areas.ts'
import { paths } from '../src/wire/row.ts'
import { code, table, withPart } from './markdown.ts'

const contents = new URL('../docs/README.md', import.meta.url)

/** The page with its table. */
export const withSupport = (page: string): string => withPart(page, 'make-support', supportTable())

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

if (import.meta.main) writeFileSync(contents, withSupport(readFileSync(contents, 'utf8')))
