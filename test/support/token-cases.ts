/** Calls for token tests in each area. */
import type { Client } from '../../src/service/areas/client.ts'

/** The status returned for a missing transfer's overview: 404 if the caller is admitted. */
export async function readFile(client: Client, authorization: string): Promise<number> {
  const params = { fileTransferId: '00000000-0000-4000-8000-000000000000' }
  return (await client.call('fileTransfer.overview', { as: null, headers: { authorization }, params })).status
}
