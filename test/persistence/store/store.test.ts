/** What every store does: the store in memory, and SQLite. */
import { onTestFinished, test } from 'vitest'
import { openSqlite } from '../../../src/persistence/sqlite/sqlite.ts'
import { folderWith } from '../../support/folder.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { nowOfSuite, type StoreToTest, testStores } from '../../support/store-suite.ts'

const now = () => nowOfSuite

async function inMemory(): Promise<StoreToTest> {
  const store = createMemoryStore(now)
  return { store, again: async () => store }
}

const inSqlite = (sync: 'process' | 'power') => async (): Promise<StoreToTest> => {
  const folder = folderWith()
  const store = openSqlite(folder, sync, now)
  onTestFinished(() => store.close())
  async function again() {
    await store.close()
    const next = openSqlite(folder, sync, now)
    onTestFinished(() => next.close())
    return next
  }
  return { store, again }
}

testStores(test, { memory: inMemory, 'SQLite, process': inSqlite('process'), 'SQLite, power': inSqlite('power') })
