/** The interactions of the recipient. */
import { createAgreeing } from '../agreement.ts'
import { createRecipient } from './client.ts'

export const agree = createAgreeing('file-transfer-recipient', createRecipient)
