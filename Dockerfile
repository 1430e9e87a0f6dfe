# Tussah on Debian 12: docker build -t tussah . && docker run -v "$PWD:/work" tussah tussah run fib.c
FROM debian:12 AS build
COPY . /src
RUN apt-get update && apt-get install -y --no-install-recommends make && make -C /src packages

FROM debian:12
COPY --from=build /src/build/packages/*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends g++ /tmp/*.deb \
  && rm -rf /tmp/*.deb /var/lib/apt/lists/*
WORKDIR /work
CMD ["tussah", "--help"]
