/** The collections agree with their schemas, their query and the documents that list them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { collections } from '../../../src/control/collections.ts'
import { collectionNames, recordSchemas, recordsRows } from '../../../src/control/records/rows.ts'

test('a column whose replies have few values knows them', () => {
  for (const name of collectionNames) {
    const { columns, choices } = collections[name]
    const shape: Readonly<Record<string, unknown>> = recordSchemas[name] instanceof z.ZodObject ? recordSchemas[name].shape : {}
    const enumerated = Object.entries(shape).flatMap(([column, member]) =>
      member instanceof z.ZodEnum && Object.hasOwn(columns, column) ? [[column, member.options]] : [],
    )

    expect(choices, name).toEqual(Object.fromEntries(enumerated))
  }
})

test('the query of a collection describes the columns of each one', () => {
  const [, { request }] = recordsRows
  const columns = collectionNames.flatMap((name) => Object.keys(collections[name].columns))

  const undescribed = columns.filter((column) => !Object.hasOwn(request.query.shape, column))
  expect(undescribed, 'Add a description of each of these columns to `columns` in src/control/records/rows.ts.').toEqual([])
})

test.each(['docs/testing.md', 'docs/explore.md'])('%s names each collection', (page) => {
  const text = readFileSync(page, 'utf8')
  const missing = collectionNames.filter((name) => !text.includes(`\`${name}\``))
  expect(missing, `Add the names of these collections to ${page}.`).toEqual([])
})
