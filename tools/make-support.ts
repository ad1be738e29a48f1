/** Writes the table of operations in docs/README.md, by area (`npm run generate`). */
import { readFileSync, writeFileSync } from 'node:fs'
import { areaName, areas } from '../src/service/areas/areas.ts'
import { operations } from '../src/service/areas/index.ts'
import { paths } from '../src/service/wire/row.ts'
import { prefixesOf } from '../src/service/wire/vocabulary.ts'
import { code, table, withPart } from './markdown.ts'

const contents = new URL('../docs/README.md', import.meta.url)

export const withSupport = (page: string): string => withPart(page, 'make-support', supportTable())

function supportTable(): string {
  const byArea = Map.groupBy(operations, ({ id }) => areaName(id))
  return table(
    ['Area', 'Operations'],
    [...byArea].map(([area, rows]) => {
      const endpoints = Map.groupBy(rows, (row) => `${prefixesOf(areas[area], row)[0]}${paths(row)[0]} ${row.dialect ?? ''}`)
      return [code(area), [...endpoints].map(endpoint).join('<br>')]
    }),
  )
}

/** `place`: a path, and the dialect if the rows exist only in that dialect. */
function endpoint([place, rows]: readonly [string, readonly { readonly method: string }[]]): string {
  const [path, dialect] = place.split(' ')
  const call = code(`${rows.map(({ method }) => method).join(', ')} ${path}`)
  return dialect ? `${call} (only ${code(dialect)})` : call
}

if (import.meta.main) writeFileSync(contents, withSupport(readFileSync(contents, 'utf8')))
