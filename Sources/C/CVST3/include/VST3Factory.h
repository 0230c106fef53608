/// The factory, which `GetPluginFactory` returns, and the base of what it creates.
#ifndef VST3_FACTORY_H
#define VST3_FACTORY_H

#include "VST3Base.h"

/// The flags of a factory.
enum {
  kNoFlags = 0,
  kClassesDiscardable = 1 << 0,
  kLicenseCheck = 1 << 1,
  kComponentNonDiscardable = 1 << 3,
  kUnicode = 1 << 4,
};

typedef struct {
  char vendor[64];
  char url[256];
  char email[128];
  int32_t flags;
} PFactoryInfo;

enum { kManyInstances = 0x7FFFFFFF };

typedef struct {
  TUID cid;
  int32_t cardinality;
  char category[32];
  char name[64];
} PClassInfo;

typedef struct {
  TUID cid;
  int32_t cardinality;
  char category[32];
  char name[64];
  uint32_t classFlags;
  char subCategories[128];
  char vendor[64];
  char version[64];
  char sdkVersion[64];
} PClassInfo2;

typedef struct {
  TUID cid;
  int32_t cardinality;
  char category[32];
  TChar name[64];
  uint32_t classFlags;
  char subCategories[128];
  TChar vendor[64];
  TChar version[64];
  TChar sdkVersion[64];
} PClassInfoW;

#define VST3_IPLUGINFACTORY \
  VST3_FUNKNOWN; \
  tresult (*getFactoryInfo)(void *self, PFactoryInfo *info); \
  int32_t (*countClasses)(void *self); \
  tresult (*getClassInfo)(void *self, int32_t index, PClassInfo *info); \
  tresult (*createInstance)(void *self, const char *cid, const char *iid, void **object)
#define VST3_IPLUGINFACTORY2 \
  VST3_IPLUGINFACTORY; \
  tresult (*getClassInfo2)(void *self, int32_t index, PClassInfo2 *info)

typedef struct {
  VST3_IPLUGINFACTORY;
} IPluginFactoryVtbl;
typedef struct {
  VST3_IPLUGINFACTORY2;
} IPluginFactory2Vtbl;
/// The third version, whose table begins with those of the first and the second.
typedef struct {
  VST3_IPLUGINFACTORY2;
  tresult (*getClassInfoUnicode)(void *self, int32_t index, PClassInfoW *info);
  tresult (*setHostContext)(void *self, void *context);
} IPluginFactory3Vtbl;
typedef struct {
  const IPluginFactory3Vtbl *vtbl;
} IPluginFactory3;

VST3_IID(IPluginFactory_iid, 0x7A4D811Cu, 0x52114A1Fu, 0xAED9D2EEu, 0x0B43BF9Fu);
VST3_IID(IPluginFactory2_iid, 0x0007B650u, 0xF24B4C0Bu, 0xA464EDB9u, 0xF00B2ABBu);
VST3_IID(IPluginFactory3_iid, 0x4555A2ABu, 0xC1234E57u, 0x9B122910u, 0x36878931u);

#define VST3_IPLUGINBASE \
  VST3_FUNKNOWN; \
  tresult (*initialize)(void *self, void *context); \
  tresult (*terminate)(void *self)

typedef struct {
  VST3_IPLUGINBASE;
} IPluginBaseVtbl;
VST3_IID(IPluginBase_iid, 0x22888DDBu, 0x156E45AEu, 0x8358B348u, 0x08190625u);

VST3_SIZE(PFactoryInfo, 452);
VST3_SIZE(PClassInfo, 116);
VST3_SIZE(PClassInfo2, 440);
VST3_OFFSET(PClassInfo2, subCategories, 120);
VST3_SIZE(PClassInfoW, 696);
VST3_OFFSET(PClassInfoW, vendor, 312);
VST3_FUNCTIONS(IPluginFactory, 7);
VST3_FUNCTIONS(IPluginFactory2, 8);
VST3_FUNCTIONS(IPluginFactory3, 10);
VST3_FUNCTIONS(IPluginBase, 5);

#endif
