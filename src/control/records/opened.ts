/** What opens collections of records. A page loads it with the library. */
import { Collection, Query } from '@mswjs/data'
import { readOnlyCollection } from './read-only-collection.ts'

export const opened = { library: { Collection, Query }, collection: readOnlyCollection }
