/** PostgreSQL does what every store does. */

import { newDatabase, openStore, test } from '../../support/postgres.ts'
import { nowOfSuite, testStores } from '../../support/store-suite.ts'

async function inPostgres() {
  const { url } = await newDatabase()
  const open = () => openStore(url, { now: () => nowOfSuite })
  const store = await open()
  async function again() {
    await store.close()
    return open()
  }
  return { store, again }
}

testStores(test, { PostgreSQL: inPostgres })
