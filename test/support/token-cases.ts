/** Calls for token tests, for each area. */
import type { Client } from '../../src/service/areas/client.ts'

/** The status when reading the overview of a missing transfer: 404 if the caller is admitted. */
export async function readFile(client: Client, authorization: string): Promise<number> {
  const params = { fileTransferId: '00000000-0000-4000-8000-000000000000' }
  return (await client.call('fileTransfer.overview', { as: null, headers: { authorization }, params })).status
}
