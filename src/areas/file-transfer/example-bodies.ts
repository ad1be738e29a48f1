/** The bodies of the examples of the file transfer area, in the documentation, in givens and in tests. */

export const exampleFileTransfer = {
  fileName: 'report.xml',
  resourceId: 'standin-plain',
  sendersFileTransferReference: 'batch-0042',
  sender: '0192:347147753',
  recipients: ['0192:370916446'],
  propertyList: { caseNumber: '2026/17' },
}

/** The same file transfer as a form, with its file. */
export function exampleForm(): FormData {
  const parts = new FormData()
  parts.append('Metadata.FileName', 'report.xml')
  parts.append('Metadata.ResourceId', 'standin-plain')
  parts.append('Metadata.SendersFileTransferReference', 'batch-0042')
  parts.append('Metadata.Sender', '0192:347147753')
  parts.append('Metadata.Recipients', '0192:370916446')
  parts.append('Metadata.PropertyList[caseNumber]', '2026/17')
  parts.append('FileTransfer', new Blob(['<report/>']), 'report.xml')
  return parts
}
