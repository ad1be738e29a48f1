/** Loads the collection library and code into a browser page. */
import { Collection, Query } from '@mswjs/data'
import { readOnlyCollection } from '../read-only-collection.ts'

export const opened = { library: { Collection, Query }, collection: readOnlyCollection }
