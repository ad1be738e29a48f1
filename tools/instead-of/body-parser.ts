/** Express offers this package to its users, and Standin reads bodies by itself. */
const bodyParser = {}

export default bodyParser
