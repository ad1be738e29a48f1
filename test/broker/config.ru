# Serves the Pact Broker of the tests: bundle exec puma config.ru
require 'pact_broker'

run PactBroker::App.new { |config|
  # The path stands behind the third slash, and begins with its own.
  config.database_url = "sqlite:///#{ENV.fetch('BROKER_DATABASE')}"
  # Calls take turns: with two connections, SQLite blocks the thread that would free it ("database is locked").
  config.database_max_connections = 1
  config.database_pool_timeout = 60
}
