/** A text of help has no colours. */
const stripAnsi = (text: string): string => text

export default stripAnsi
