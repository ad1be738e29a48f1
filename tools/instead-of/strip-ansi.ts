/** Returns the text unchanged, because help texts have no colours. */
const stripAnsi = (text: string): string => text

export default stripAnsi
