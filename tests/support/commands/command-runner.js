/** The process of run-command.ts. Plain JavaScript, because Node starts it itself. */

/** @typedef {{ file: string, args: string[], env: NodeJS.ProcessEnv }} Command */

let count = 0
let [out, err] = ['', '']

process.stdout.write = (/** @type {string | Uint8Array} */ text) => {
  out += String(text)
  return true
}
process.stderr.write = (/** @type {string | Uint8Array} */ text) => {
  err += String(text)
  return true
}

process.on('message', (/** @type {Command} */ command) => {
  run(command).then(
    (code) => process.send?.({ code, out, err }),
    (error) => process.send?.({ code: 1, out, err: `${err}${String(error?.stack ?? error)}` }),
  )
})

/** @param {Command} command @returns {Promise<number>} the exit code */
async function run({ file, args, env }) {
  ;[out, err] = ['', '']
  process.env = env
  process.argv = [process.execPath, file, ...args]
  process.exitCode = undefined
  count += 1
  // Another address is another module, which runs again. Its imports are loaded once.
  await import(`file://${file}?${String(count)}`)
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  return code
}
