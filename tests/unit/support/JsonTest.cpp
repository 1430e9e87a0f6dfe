//===- JsonTest.cpp - Tests of support/json.h -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../support/json.h"

#include <gtest/gtest.h>

using namespace tussah::support;

TEST(Json, CommasAreBetweenValues) {
  JsonWriter json;
  json.object([&] {
    json.key("none").array([] {});
    json.key("numbers").array([&] {
      json.number(0);
      json.number(UINT64_MAX);
      json.digits("0.25");
      json.digits("");
    });
    json.key("inside").object([&] { json.key("a").number(1); });
    json.key("last").number(2);
  });
  EXPECT_EQ(json.take(),
            "{\"none\": [], \"numbers\": [0, 18446744073709551615, 0.25, "
            "null], \"inside\": {\"a\": 1}, \"last\": 2}");
}

TEST(Json, StringsAreQuoted) {
  JsonWriter json;
  json.string("a \"b\" \\ \n \x1f \xc3\xa9");
  EXPECT_EQ(json.take(), "\"a \\\"b\\\" \\\\ \\u000a \\u001f \xc3\xa9\"");
}
