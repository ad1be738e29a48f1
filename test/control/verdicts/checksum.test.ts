/** The verdict on the checksum of a file. */
import { checksum } from '../../../src/control/verdicts/uploads.ts'
import { bad, good, judges, nothing } from '../../support/deeds.ts'

const initialize = (body: object) => ({ operation: 'fileTransfer.initialize', body: JSON.stringify(body) })

judges(checksum, {
  'a client that gives one is good, one that does not is advised': [
    good(initialize({ fileName: 'a', checksum: 'ca39bfdb1f4ba2a6c0f9a1c9b8b8a2f5' })),
    bad(['1', '2'], initialize({ fileName: 'a' }), initialize({ fileName: 'a', checksum: null })),
  ],
  'a checksum elsewhere in the body is none of the file': [
    bad(['1'], initialize({ fileName: 'a', propertyList: { checksum: 'none' } })),
    bad(['1'], initialize({ fileName: '"checksum": "a"' })),
    bad(['1'], initialize({ fileName: 'a', checksum: '' })),
    good(initialize({ FileName: 'a', Checksum: 'ca39bfdb1f4ba2a6c0f9a1c9b8b8a2f5' })),
  ],
  'a body that was cut shows nothing': [
    nothing({ ...initialize({}), body: '{"checksum":"ca39bfdb1f4ba2a6c0f9a1c9b8b8a2f5","propertyList":{"a":"…' }),
  ],
  'a client that sends no file shows nothing': [nothing({}, { ...initialize({}), status: 400 })],
})
