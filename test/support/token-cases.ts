/** Makes calls for token tests. */
import type { Client } from '../../src/service/areas/client.ts'

/** Reads the overview of a missing transfer. Resolves to the status, which is 404 if the caller is admitted. */
export async function readFile(client: Client, authorization: string): Promise<number> {
  const params = { fileTransferId: '00000000-0000-4000-8000-000000000000' }
  return (await client.call('fileTransfer.overview', { as: null, headers: { authorization }, params })).status
}
