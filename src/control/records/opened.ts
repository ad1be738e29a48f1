/** Loads what opens collections of records, with the library, into a page. */
import { Collection, Query } from '@mswjs/data'
import { readOnlyCollection } from '../read-only-collection.ts'

export const opened = { library: { Collection, Query }, collection: readOnlyCollection }
