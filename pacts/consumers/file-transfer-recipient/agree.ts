/** The recipient's interactions. */
import { createAgreeing } from '../agreement.ts'
import { createRecipient } from './client.ts'

export const agree = createAgreeing('file-transfer-recipient', createRecipient)
