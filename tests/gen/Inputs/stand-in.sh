#!/bin/sh
# Stands in for a driver, by its name: calls the one in $DRIVERS, with the options
# $STAND_IN if $STAND_IN_FOR is in the command.
case "$*" in
*"$STAND_IN_FOR"*) exec "$DRIVERS/$(basename "$0")" "$@" $STAND_IN ;;
esac
exec "$DRIVERS/$(basename "$0")" "$@"
