/** The process: reads the configuration, starts the product and stops it on a signal. */
import * as build from 'virtual:remix/server-build'
import { readConfig } from '#app/config.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'
import { FolderHeld } from '#app/db/embedded/lock.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { startMessage } from './start/start-message.server.ts'
import { startProduct } from './product.server.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const product = await startProduct({ config, log, build })
  process.stdout.write(startMessage(product, config))
  // For a process that started this one with a channel.
  process.send?.('ready')

  let stoppingSince = 0
  const stop = () => {
    if (stoppingSince > 0) {
      // The terminal and npm both forward one Ctrl-C. A later one means "stop immediately".
      if (Date.now() - stoppingSince > 1_000) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    product.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof ConfigError || error instanceof FolderHeld || isAddressInUse(error)
  process.stderr.write(
    `${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
})

function isAddressInUse(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
